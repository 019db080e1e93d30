# process 300: an external program
for ((i = 0; i < n; i++)); do
    /bin/true
done
echo "$i"
