/** `svc completion powershell`: the script that lets PowerShell complete. */
import { scriptCommand } from '../../cli/completion/script.ts';

export default scriptCommand('powershell', {
  summary: 'Print the completion script for PowerShell.',
  example: 'svc completion powershell >> $PROFILE',
});
