/** `svc sms registrations respond` with `--wait`. */
import { waiting } from '../../../cli/course-wait.ts';

export default waiting('sms registrations respond', 'registration');
