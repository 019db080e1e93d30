# compute 50000: an arithmetic sieve
count=0
for ((i = 2; i < n; i++)); do
    ((composite[i])) && continue
    ((count++))
    for ((j = i * i; j < n; j += i)); do
        composite[j]=1
    done
done
echo "$count"
