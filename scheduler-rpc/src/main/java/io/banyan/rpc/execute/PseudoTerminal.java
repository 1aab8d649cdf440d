package io.banyan.rpc.execute;

import io.banyan.jobspec.InputOptions;
import io.banyan.rpc.wire.client.InputMessages.WindowSize;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A program that runs a command on a new pseudo-terminal, in a session of its own, and exits with its status. No shell
 * can make a pseudo-terminal; perl can. The program reads frames from its standard input: the kind, the length in four
 * bytes, and the bytes to type or the size of the window. It starts the command after the first frame, so that the
 * command finds the size of the window. At the end of its standard input it hangs the terminal up, so that the kernel
 * sends SIGHUP to the command. Linux only.
 */
final class PseudoTerminal {
    private static final byte TYPED = 'd';
    private static final byte WINDOW = 'w';
    private static final int HEADER = 5;
    private static final int WINDOW_BYTES = 4;
    private static final Path PERL = Path.of("/usr/bin/perl");

    /** The requests of ioctl(2): TIOCSPTLCK, TIOCGPTN, TIOCSWINSZ. */
    private static final String REQUESTS = "0x40045431, 0x80045430, 0x5414";

    private static final String REQUESTS_OF_POWER = "0x80045431, 0x40045430, 0x80087467";

    /**
     * The program that runs a command in a terminal. Input that does not fit into the terminal waits, and no more is
     * read meanwhile. Processes that the command leaves running lose the terminal when the command ends.
     */
    private static final String PROGRAM =
            """
            no warnings; use POSIX ();
            my ($unlock, $number, $resize) = (REQUESTS);
            my ($in, $typed, $window, $eof, $status) = ("", "", pack("S4", 24, 80, 0, 0), 0);
            sub frames {
                while (length $in >= 5) {
                    my ($kind, $length) = unpack("aN", $in);
                    last if length $in < 5 + $length;
                    my $data = substr($in, 5, $length);
                    $in = substr($in, 5 + $length);
                    $typed .= $data if $kind eq "d";
                    $window = pack("S4", unpack("n2", $data), 0, 0) if $kind eq "w";
                    ioctl($master, $resize, $window) if $kind eq "w" && $master;
                    $begun = 1;
                }
            }
            sub more {
                my $read = sysread(STDIN, $in, 65536, length $in);
                return if !defined $read && ($!{EINTR} || $!{EAGAIN});
                $eof = 1 if !$read;
                frames();
            }
            sub out {
                my $read = sysread($_[0], my $data, 65536);
                return $read if !$read;
                for (my $at = 0; $at < $read;) {
                    my $written = syswrite(STDOUT, $data, $read - $at, $at);
                    next if !defined $written && $!{EINTR};
                    last if !$written;
                    $at += $written;
                }
                return $read;
            }
            more() until $begun || $eof;
            exit 129 if !$begun;
            $SIG{TERM} = $SIG{HUP} = $SIG{INT} = sub { };
            my $index = my $zero = pack("i", 0);
            if (!(open($master, "+<", "/dev/ptmx") && ioctl($master, $unlock, $zero) && ioctl($master, $number, $index)
                    && sysopen($slave, "/dev/pts/" . unpack("i", $index), POSIX::O_RDWR() | POSIX::O_NOCTTY()))) {
                print STDERR "banyan: No terminal can be made: $!\\n";
                exit 126;
            }
            ioctl($master, $resize, $window);
            pipe($ended, $ends);
            $SIG{CHLD} = sub { syswrite($ends, "x") };
            my $child = fork;
            if (!defined $child) {
                print STDERR "banyan: The command cannot be started: $!\\n";
                exit 126;
            }
            if (!$child) {
                $SIG{$_} = "DEFAULT" for qw(TERM HUP INT QUIT TSTP TTIN TTOU CHLD);
                POSIX::setsid();
                ioctl($slave, 0x540e, 0);
                POSIX::dup2(fileno($slave), $_) for 0 .. 2;
                close $_ for $master, $slave, $ended, $ends;
                exec { $ARGV[0] } @ARGV;
                print STDERR "$ARGV[0]: $!\\n";
                POSIX::_exit($!{ENOENT} ? 127 : 126);
            }
            close $slave;
            fcntl($master, 4, fcntl($master, 3, 0) | POSIX::O_NONBLOCK());
            my $open = 1;
            while (1) {
                my ($read, $write) = ("", "");
                vec($read, fileno($ended), 1) = 1;
                vec($read, 0, 1) = 1 if !$eof && !length $typed;
                vec($read, fileno($master), 1) = 1 if $open;
                vec($write, fileno($master), 1) = 1 if $open && length $typed;
                next if select($read, $write, undef, undef) < 0;
                if ($open && vec($read, fileno($master), 1)) {
                    my $some = out($master);
                    $open = 0 if !$some && !(!defined $some && ($!{EAGAIN} || $!{EINTR}));
                }
                if ($open && vec($write, fileno($master), 1)) {
                    my $written = syswrite($master, $typed);
                    $typed = substr($typed, $written) if $written;
                }
                $typed = "" if !$open;
                more() if vec($read, 0, 1);
                if ($eof && $open && !length $typed) {
                    $open = 0;
                    close $master;
                }
                if (vec($read, fileno($ended), 1)) {
                    sysread($ended, my $unused, 4096);
                    last if waitpid($child, POSIX::WNOHANG()) == $child && defined($status = $?);
                }
            }
            if ($open) {
                while (1) {
                    my $some = out($master);
                    last if !$some && !(!defined $some && $!{EINTR});
                }
            }
            exit($status & 127 ? 128 + ($status & 127) : $status >> 8);
            """.replace("REQUESTS", System.getProperty("os.arch", "").startsWith("ppc") ? REQUESTS_OF_POWER : REQUESTS);

    private PseudoTerminal() {}

    /**
     * Checks that this machine has the program that it takes.
     *
     * @throws IllegalArgumentException with one sentence, where it has not
     */
    static void require() {
        if (!Files.isExecutable(PERL)) {
            throw new IllegalArgumentException("its terminal requires " + PERL + ", which this machine does not have");
        }
    }

    /** The words that run the command of a process: on a terminal, where the process has that. */
    static List<String> words(InputOptions input, int rank, List<String> command) {
        if (!(input instanceof InputOptions.Terminal terminal) || terminal.task() != rank) {
            return command;
        }
        List<String> words = new ArrayList<>(List.of(PERL.toString(), "-t", "-e", PROGRAM));
        words.addAll(command);
        return words;
    }

    /** Bytes to type, as the program reads them. */
    static byte[] frame(byte[] typed) {
        return ByteBuffer.allocate(HEADER + typed.length)
                .put(TYPED)
                .putInt(typed.length)
                .put(typed)
                .array();
    }

    /** The size of the window, as the program reads it. */
    static byte[] frame(WindowSize size) {
        return ByteBuffer.allocate(HEADER + WINDOW_BYTES)
                .put(WINDOW)
                .putInt(WINDOW_BYTES)
                .putShort((short) size.rows())
                .putShort((short) size.columns())
                .array();
    }
}
