# compute 80000 text: ${x//} over a large string
x=$(<text)
y=${x//a/bb}
z=${y// /}
u=${z//[e-g]/-}
echo "${#x} ${#y} ${#z} ${#u}"
