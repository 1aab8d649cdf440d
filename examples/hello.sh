#!/bin/sh
#BANYAN --name hello -n 1 -t 5m
echo "Hello from job $BANYAN_JOB_ID on $BANYAN_HOSTLIST."
