/** `svc completion fish`: the script that lets fish complete. */
import { scriptCommand } from '../../cli/completion/script.ts';

export default scriptCommand('fish', {
  summary: 'Print the completion script for fish.',
  example: 'svc completion fish > ~/.config/fish/completions/svc.fish',
});
