/** The call that a step places: whom, and from which phone. Asked by asked.ts for the carrier, and by nodes.ts for the call itself. */
import { type Fields, textOf } from '../../../kernel/json.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import type { Placing } from '../calls/offers.ts';
import { CALL_FROM, CALL_TARGET, CALL_TO, settingOf } from './config.ts';
import type { RunRecord, WorkflowRecord } from './record.ts';
import { fillText } from '../contacts/offers.ts';

interface Calling {
  readonly run: RunRecord;
  readonly workflow: WorkflowRecord;
  readonly config: Fields;
  readonly scope: Fields;
}

/** Undefined where no phone is named and the person is not known by one. */
export function placingOf({ run, workflow, config, scope }: Calling): Placing | undefined {
  const settingIn = (names: readonly string[]): string | undefined => {
    const text = fillText(textOf(settingOf(config, names)) ?? '', scope).trim();
    return text === '' ? undefined : text;
  };
  const to = settingIn(CALL_TO) ?? phoneOf(run, workflow);
  if (to === undefined) return undefined;
  const { teamId, profileId } = workflow;
  return {
    reach: { teamId, profileIds: profileId === null ? null : [profileId] },
    to,
    from: settingIn(CALL_FROM),
    forwardTo: settingIn(CALL_TARGET),
    origin: workflow.doc.origin ?? '',
  };
}

/** Some platforms know people by their numbers. */
function phoneOf(
  { doc: { platformIdentifier } }: RunRecord,
  { doc: { platform = '' } }: WorkflowRecord,
): string | undefined {
  const isNumber = traitsOf(platform).inbox?.peopleBy !== undefined;
  return platformIdentifier === undefined || !isNumber ? undefined : `+${platformIdentifier.replace(/^\+/, '')}`;
}
