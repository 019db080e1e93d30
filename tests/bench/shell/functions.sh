# compute 60000: function calls with arguments and locals
add() {
    local a=$1 b=$2
    total=$((total + a * b))
}
total=0
for ((i = 0; i < n; i++)); do
    add "$i" 3
done
echo "$total"
