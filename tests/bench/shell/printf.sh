# other 80000: a printf for each line
for ((i = 0; i < n; i++)); do
    printf '%s %05d\n' line "$i"
done
