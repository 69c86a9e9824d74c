/** `svc completion zsh`: the script that lets zsh complete. */
import { scriptCommand } from '../../cli/completion/script.ts';

export default scriptCommand('zsh', {
  summary: 'Print the completion script for zsh.',
  example: 'svc completion zsh > ~/.zfunc/_svc',
});
