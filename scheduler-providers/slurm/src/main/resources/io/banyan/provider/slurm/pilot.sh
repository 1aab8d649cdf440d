#!/bin/sh
# A pilot of Banyan: it holds this node until its time is over or it is cancelled, and says first what the node has.
PATH=/usr/local/bin:/usr/bin:/bin
lstopo-no-graphics --of xml - 2>/dev/null || lstopo --of xml - 2>/dev/null
echo '<!-- that is all -->'
exec sleep infinity
