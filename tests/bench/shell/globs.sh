# other 5000 names: patterns over a folder with many files
cd names
a=(*) b=(*7) c=(f*[0-4]*9) d=(*.txt)
echo "${#a[@]} ${#b[@]} ${#c[@]} ${#d[@]} ${a[100]}"
