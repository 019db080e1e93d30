# other 300: command substitutions of builtins
all=
for ((i = 0; i < n; i++)); do
    x=$(printf '%03d' "$i")
    y=$(echo "$x"; echo more)
    all+=${#y}$x
done
echo "${#all}"
