"""`python -m service` is `playledger` where the project is not installed."""

from service.cli import main

main()
