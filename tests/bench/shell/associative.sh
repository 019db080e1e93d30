# compute 60000: words are counted in an associative array
declare -A count
for ((i = 0; i < n; i++)); do
    word=key$((i * 7919 % 1009))
    count[$word]=$((${count[$word]:-0} + 1))
done
echo "${#count[@]} ${count[key5]} ${!count[*]}"
