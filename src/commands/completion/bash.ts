/** `svc completion bash`: the script that lets bash complete. */
import { scriptCommand } from '../../cli/completion/script.ts';

export default scriptCommand('bash', {
  summary: 'Print the completion script for bash.',
  example: 'svc completion bash > ~/.local/share/bash-completion/completions/svc',
});
