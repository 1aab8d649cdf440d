"""Toil workflows: 30 tasks whose sum is printed; a task that fails; two that run until they are cancelled."""
import sys
import time

from toil.common import Toil
from toil.job import Job

SIZE = dict(memory="100M", cores=1, disk="10M")


def part(job, number):
    return number


def fails(job):
    sys.exit(3)


def long(job):
    time.sleep(300)


def total(job, numbers):
    return sum(numbers)


def parts(job):
    numbers = [job.addChildJobFn(part, number, **SIZE).rv() for number in range(30)]
    return job.addFollowOnJobFn(total, numbers, **SIZE).rv()


def two_long(job):
    for _ in range(2):
        job.addChildJobFn(long, **SIZE)


if __name__ == "__main__":
    parser = Job.Runner.getDefaultArgumentParser()
    parser.add_argument("which", choices=["parts", "fails", "two_long"])
    options = parser.parse_args()
    with Toil(options) as toil:
        print("result", toil.start(Job.wrapJobFn(globals()[options.which], **SIZE)))
