// 30 tasks whose output is put together; a task that fails; two that run until they are cancelled.
params.which = 'parts'

process part {
    input:
    val number

    output:
    path 'part.txt'

    script:
    "echo $number > part.txt"
}

process fails {
    script:
    'exit 3'
}

process endless {
    input:
    val number

    script:
    'sleep 300'
}

workflow {
    if (params.which == 'parts') {
        Channel.of(0..29) | part | collectFile(name: 'all.txt', storeDir: '.')
    } else if (params.which == 'fails') {
        fails()
    } else {
        Channel.of(1, 2) | endless
    }
}
