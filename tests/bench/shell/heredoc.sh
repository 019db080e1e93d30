# other 2000: a here-document in a loop
total=0
for ((i = 0; i < n; i++)); do
    while read -r key value; do
        total=$((total + value))
    done <<EOF
first $i
second 2
third $((i % 7))
EOF
done
echo "$total"
