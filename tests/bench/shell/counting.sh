# compute 300000: a counting loop
i=0
while ((i < n)); do
    i=$((i + 1))
done
echo "$i"
