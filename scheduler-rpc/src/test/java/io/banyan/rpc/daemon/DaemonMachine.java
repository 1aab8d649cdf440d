package io.banyan.rpc.daemon;
