"""Judges the recordings of a list with Apache Spark: spark.py LIST OUTPUT PARTS

Each partition of the list becomes the standard input of one process, which prints one line: its summary.
"""

import os
import sys

from pyspark import SparkContext

# A nonconformant (1) or incomplete (3) verdict is a result. Any other failure ends the Spark job, so that no partition is lost.
JUDGE = """sh -c 'conversation-api check --files-from - --reporter summary || case $? in 1|3) ;; *) exit 1 ;; esac'"""

list_of_recordings, output, parts = sys.argv[1:]
context = SparkContext(appName="conversation-api")
recordings = context.textFile(list_of_recordings, int(parts))
# PySpark gives the process an empty environment, in which the command is not found.
recordings.pipe(JUDGE, env={"PATH": os.environ["PATH"]}, checkCode=True).saveAsTextFile(output)
context.stop()
