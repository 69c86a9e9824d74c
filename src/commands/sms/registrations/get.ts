/** `svc sms registrations get` with `--wait`. */
import { waiting } from '../../../cli/course-wait.ts';

export default waiting('sms registrations get', 'registration');
