# compute 1: recursion, fib 20
fib() {
    if (($1 < 2)); then
        result=$1
        return
    fi
    local left
    fib $(($1 - 1))
    left=$result
    fib $(($1 - 2))
    result=$((left + result))
}
for ((i = 0; i < n; i++)); do
    fib 20
done
echo "$result"
