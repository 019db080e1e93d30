# compute 4: an array of 300 numbers is sorted by insertion
for ((round = 0; round < n; round++)); do
    list=() seed=$((12345 + round))
    for ((i = 0; i < 300; i++)); do
        seed=$(((seed * 1103515245 + 12345) & 0x7fffffff))
        list[i]=$((seed % 10007))
    done
    for ((i = 1; i < 300; i++)); do
        value=${list[i]}
        for ((j = i - 1; j >= 0 && list[j] > value; j--)); do
            list[j + 1]=${list[j]}
        done
        list[j + 1]=$value
    done
done
echo "${list[*]}"
