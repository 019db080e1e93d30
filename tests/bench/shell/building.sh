# compute 60000: a string is built piece by piece
text=
for ((i = 0; i < n; i++)); do
    text+="piece $i "
done
echo "${#text}"
