// The program `collect`.
int main() { return 0; }
