# Boots systemd on this machine's files, in namespaces of its own: what changes is in memory. It starts nothing but its journal, and has no
# network. The argument is an empty folder.
set -e
own="$1/$(basename "$1")"
mount -t cgroup2 cgroup2 "$1"
mkdir "$own"
trap 'find "$own" -depth -type d -exec rmdir {} +' EXIT

# shellcheck disable=SC2016
sh -ec 'echo 0 > "$0/cgroup.procs"; exec setpriv --pdeathsig KILL unshare --pid --fork --kill-child --mount --uts --ipc --net --cgroup sh -ec "$1"' "$own" '
  mount -t tmpfs tmpfs /mnt
  mkdir /mnt/upper /mnt/work /mnt/root
  mount -t overlay overlay -o lowerdir=/,upperdir=/mnt/upper,workdir=/mnt/work /mnt/root
  cd /mnt/root
  mount -t proc proc proc
  mount -t sysfs -o ro sysfs sys
  mount -t cgroup2 cgroup2 sys/fs/cgroup
  mount -t tmpfs tmpfs run
  mount -t tmpfs tmpfs dev
  for each in null zero full random urandom tty; do touch dev/$each; mount --bind /dev/$each dev/$each; done
  ln -s pts/ptmx dev/ptmx
  rm -rf etc/systemd/system usr/lib/systemd/system/*.wants
  mkdir etc/systemd/system old
  printf "[Unit]\nWants=systemd-journald.service\n" > etc/systemd/system/default.target
  pivot_root . old
  umount --lazy old
  exec env container=other /usr/lib/systemd/systemd --log-target=journal
'
