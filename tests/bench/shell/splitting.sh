# compute 1000000 text: a text of 1 MB is split into words
text=$(<text)
words=0 longest=0
for word in $text; do
    words=$((words + 1))
    ((${#word} > longest)) && longest=${#word}
done
set -- $text
echo "$words $longest $#"
