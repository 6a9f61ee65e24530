"""What a guest starts from: Debian's kernel and an initramfs. The packages are downloaded and
unpacked once, below build/vm, and never installed."""

import collections
import pathlib
import re
import shutil
import subprocess
import tempfile

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
CACHE = REPOSITORY / "build" / "vm"

# The programs that the host must have, by the guest's architecture.
HOST_PACKAGES = {
    "arm64": ["qemu-system-arm", "device-tree-compiler", "cpio"],
    "x86_64": ["qemu-system-x86", "cpio"],
}
DEBIAN_ARCH = {"arm64": "arm64", "x86_64": "amd64"}
STRIP = {"arm64": "aarch64-linux-gnu-strip", "x86_64": "strip"}

# In the order in which they are loaded: the disk on which files come out, and /dev/cpu/N/msr. What
# is missing here for arm64 is built into its kernel.
VIRTIO_DISK = ["virtio_pci_modern_dev", "virtio_pci_legacy_dev", "virtio_pci", "virtio_blk"]
MODULES = {"arm64": VIRTIO_DISK, "x86_64": ["virtio_ring", "virtio", *VIRTIO_DISK, "msr"]}

# The first process of the guest.
INIT = """#!/bin/busybox sh
/bin/busybox --install -s /bin
export PATH=/bin:/sbin:/usr/bin HOME=/root LANG=C.UTF-8
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs dev /dev
mount -t tmpfs tmpfs /tmp
mount -t debugfs debugfs /sys/kernel/debug
mount -t tracefs tracefs /sys/kernel/tracing
for module in /modules/*; do insmod $module; done
cd /out
read up idle </proc/uptime
echo $up >boot_seconds
sh /command
echo $? >status
tar -c -f - . | dd of=/dev/vda bs=64k conv=fsync 2>/dev/null
poweroff -f
"""

Image = collections.namedtuple("Image", "kernel initramfs")


class Skip(Exception):
    """This machine cannot run the guest; the text says why."""


def shell(arch, script):
    """Runs bash with the functions of packages.sh, after making the architecture known."""
    known = "know_arm64 &&" if arch == "arm64" else ""
    sourced = f". {REPOSITORY}/tests/vm/packages.sh; {known} {script}"
    return subprocess.run(["bash", "-c", sourced], check=False).returncode == 0


def need_packages(arch):
    """Installs what the host lacks."""
    packages = " ".join(HOST_PACKAGES[arch])
    if not shell(arch, f"need_packages {packages}"):
        raise Skip(f"these packages cannot be installed: {packages}")


def download(package, folder):
    """Fetches the file of a package without installing it."""
    subprocess.run(["apt-get", "-q", "-o", "APT::Sandbox::User=root", "download", package],
                   cwd=folder, check=False)
    found = sorted(folder.glob(f"{package.split(':')[0]}_*.deb"))
    if not found:
        raise Skip(f"apt-get cannot download {package}")
    return found[-1]


def kernel_package(arch):
    """The package behind linux-image-ARCH, which only depends on it."""
    name = f"linux-image-{arch}:{arch}"
    shown = subprocess.run(["apt-cache", "show", name], check=False, capture_output=True, text=True)
    depends = re.search(r"^Depends: (linux-image-\S+)", shown.stdout, re.MULTILINE)
    if not depends:
        raise Skip(f"apt-get does not know {name}; has apt-get update been run?")
    return f"{depends.group(1)}:{arch}"


def unpack(deb, patterns, folder):
    """Takes the files that match out of a package."""
    archive = subprocess.Popen(["dpkg-deb", "--fsys-tarfile", deb], stdout=subprocess.PIPE)
    subprocess.run(["tar", "-x", "-C", folder, "--wildcards", *patterns], stdin=archive.stdout,
                   check=True)
    archive.stdout.close()
    archive.wait()


def unpacked(arch, say):
    """The folder with kernel, modules and busybox of an architecture."""
    folder = CACHE / arch
    if (folder / "complete").exists():
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    shell(arch, "update_lists")  # old lists name packages that the servers no longer have
    kernel, busybox = kernel_package(DEBIAN_ARCH[arch]), f"busybox-static:{DEBIAN_ARCH[arch]}"
    say(f"downloading {kernel} and {busybox}")
    modules = [f"*/{name}.ko" for name in MODULES[arch]]
    for package, patterns in ((kernel, ["./boot/vmlinuz-*", *modules]), (busybox, ["./bin/busybox"])):
        deb = download(package, folder)
        unpack(deb, patterns, folder)
        deb.unlink()
    (folder / "complete").touch()
    return folder


def shared_libraries(program, arch):
    """Files that a program needs to start, found through the NEEDED entries of its ELF header."""
    multiarch = {"arm64": "aarch64-linux-gnu", "x86_64": "x86_64-linux-gnu"}[arch]
    waiting, found = [pathlib.Path(program)], {}
    while waiting:
        shown = subprocess.run(["readelf", "-W", "-d", "-l", waiting.pop()], check=True,
                               capture_output=True, text=True).stdout
        names = re.findall(r"Shared library: \[(.*?)\]", shown)
        names += [pathlib.Path(i).name for i in re.findall(r"interpreter: (.*?)\]", shown)]
        for name in names:
            if name not in found:
                found[name] = pathlib.Path("/usr/lib") / multiarch / name
                if not found[name].exists():
                    found[name] = pathlib.Path("/lib") / multiarch / name
                waiting.append(found[name])
    return found.values()


def lay_out(options, source, root):
    """Fills the folder that becomes the guest's root."""
    for name in ("bin", "lib", "modules", "proc", "sys", "dev", "tmp", "out", "root"):
        (root / name).mkdir()
    (root / "lib64").symlink_to("lib")
    shutil.copy2(source / "bin/busybox", root / "bin")
    for position, name in enumerate(MODULES[options.arch]):
        shutil.copy2(next(source.rglob(f"{name}.ko")), root / "modules" / f"{position}-{name}.ko")
    for program in options.program:
        small = root / "bin" / pathlib.Path(program).name
        subprocess.run([STRIP[options.arch], "-g", "-o", small, program], check=True)
        for library in shared_libraries(program, options.arch):
            shutil.copy2(library, root / "lib")
    if options.files:
        shutil.copytree(options.files, root, dirs_exist_ok=True)
    (root / "command").write_text(options.command + "\n")
    (root / "init").write_text(INIT)
    (root / "init").chmod(0o755)


def make(options, out, say):
    """Kernel and initramfs for a guest that runs the command; the latter lies in `out`."""
    need_packages(options.arch)
    source = unpacked(options.arch, say)
    initramfs = out / "initramfs"
    with tempfile.TemporaryDirectory() as folder, open(initramfs, "wb") as packed:
        lay_out(options, source, pathlib.Path(folder))
        names = subprocess.run(["find", "."], cwd=folder, check=True, capture_output=True).stdout
        subprocess.run(["cpio", "-o", "-H", "newc", "-R", "0:0", "--quiet"], cwd=folder,
                       input=names, stdout=packed, check=True)
    return Image(next(source.glob("boot/vmlinuz-*")), initramfs)
