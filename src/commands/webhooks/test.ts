/** `svc webhooks test`: that the endpoint did not take the event is what one wanted to know, and no outage of the service. */
import { override, type Outcome } from '../../cli/command.ts';
import { Failure, failure } from '../../kernel/failure.ts';

export default override('webhooks test', {
  exits: ['rejected'],
  run: async (_context, input, send) => {
    try {
      return await send(input);
    } catch (error) {
      const refused = error instanceof Failure ? refusalIn(error) : undefined;
      if (refused === undefined) throw error;
      return refused;
    }
  },
});

/** The API answers 500 with `success: false` then. Source: WHK-22 */
function refusalIn({ fields: { status, message, details, requestId } }: Failure): Outcome | undefined {
  const isResult =
    status === 500 &&
    typeof details === 'object' &&
    details !== null &&
    'success' in details &&
    details.success === false;
  if (!isResult) return undefined;
  return {
    result: { success: false, message },
    failure: failure('endpoint_refused', {
      message: `The endpoint did not accept the test event: ${message}`,
      ...(requestId !== undefined && { requestId }),
      hint: '`svc webhooks logs --event webhook.test` has the attempt.',
    }),
  };
}
