import gc

from colorup.cli import main

if __name__ == "__main__":
    # One answer and the process ends.  Looking for reference cycles again and again among the
    # values of a large file would make its last megabyte cost more than its first.
    gc.disable()
    raise SystemExit(main())
