cwlVersion: v1.2
class: Workflow
inputs:
  name: {type: string, default: world}
outputs:
  greeting: {type: File, outputSource: shout/loud}
steps:
  greet:
    in: {name: name}
    out: [text]
    run:
      class: CommandLineTool
      requirements: {ResourceRequirement: {coresMin: 1}, ToolTimeLimit: {timelimit: 60}}
      baseCommand: [echo, hello]
      inputs: {name: {type: string, inputBinding: {}}}
      outputs: {text: {type: stdout}}
      stdout: greeting.txt
  shout:
    in: {text: greet/text}
    out: [loud]
    run:
      class: CommandLineTool
      requirements: {ResourceRequirement: {coresMin: 1}, ToolTimeLimit: {timelimit: 60}}
      baseCommand: [tr, a-z, A-Z]
      inputs: {text: stdin}
      outputs: {loud: {type: stdout}}
      stdout: loud.txt
