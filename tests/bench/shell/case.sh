# compute 100000: case dispatch
a=0 b=0 c=0 d=0
words=(start.c stop.h build-x run "two words" 17)
for ((i = 0; i < n; i++)); do
    case ${words[i % 6]} in
    *.c) a=$((a + 1)) ;;
    *.[hH]) b=$((b + 1)) ;;
    build-* | run) c=$((c + 1)) ;;
    [0-9]*) d=$((d + 1)) ;;
    *) : ;;
    esac
done
echo "$a $b $c $d"
