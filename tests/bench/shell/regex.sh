# compute 10000 lines: [[ =~ ]] over lines
mapfile -t all <lines
hits=0 sum=0
for line in "${all[@]}"; do
    if [[ $line =~ ^([a-z]+)([0-9]+),([0-9]*5)$ ]]; then
        hits=$((hits + 1))
        sum=$((sum + BASH_REMATCH[3]))
    fi
done
echo "$hits $sum"
