# other 200000 lines: lines are read from a file
lines=0 sum=0
while IFS=, read -r name value; do
    lines=$((lines + 1))
    sum=$((sum + value))
done <lines
echo "$lines $sum $name"
