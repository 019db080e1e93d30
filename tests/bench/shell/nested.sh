# compute 300: nested loops
sum=0
for ((i = 0; i < n; i++)); do
    for ((j = 0; j < 300; j++)); do
        sum=$((sum + i * j % 7))
    done
done
echo "$sum"
