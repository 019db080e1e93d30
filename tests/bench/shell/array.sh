# compute 80000: an array is filled and walked
list=()
for ((i = 0; i < n; i++)); do
    list+=("item$i")
done
sum=0
for item in "${list[@]}"; do
    sum=$((sum + ${#item}))
done
for ((i = 0; i < ${#list[@]}; i++)); do
    [[ ${list[i]} == item* ]] && ((sum++))
done
echo "$sum ${#list[@]}"
