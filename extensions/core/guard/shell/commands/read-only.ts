/** Programs that change no file they are given, whatever their arguments. */

const names = `
cat tac less more most bat batcat nl od hexdump hd strings file stat wc egrep fgrep zgrep zegrep
dir vdir du df locate cmp comm join paste cut fold fmt pr expand unexpand column tsort sum cksum
md5 md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum shasum base32 jq gron csvcut csvlook
which type whereis whatis man info help hash id whoami groups hostname uname date uptime printenv locale
ps top htop kill pkill pgrep jobs wait sleep yes expr bc dc factor numfmt getconf nproc free lscpu
getfacl getfattr lsattr namei lsof fuser zcat bzcat xzcat zstdcat zless zmore zdiff zcmp
cloc tokei scc shellcheck aspell hunspell vale w3m lynx glow mdcat open xdg-open code subl
umask ulimit complete compgen bind caller times disown fg bg suspend logout dirs
gh hub glab notify-send say logger ssh mosh ping dig nslookup host curl-config
tput clear reset stty tty cal banner figlet cowsay xsel xclip pbcopy wl-copy
zipinfo unrar-nonfree readelf objdump nm size ldd iconv colordiff vimdiff icdiff delta difft exa eza lsd
pytest jest vitest mocha tap ava tsc-check pyright mypy pylint flake8
`;

export const readOnly: ReadonlySet<string> = new Set(names.split(/\s+/).filter((name) => name !== ""));
