/** `svc ads tree`: drawn on a terminal, as the API answers it elsewhere. */
import { fieldsIn, isFields } from '../../kernel/json.ts';
import { override } from '../../cli/command.ts';

export default override('ads tree', {
  description: 'On a terminal, each line has the status and the spend; `-o json` prints the whole tree.',
  examples: ['svc ads tree', "svc ads tree -o json --jq '.campaigns[].adSets[].ads[]._id'"],

  present(outcome, { world, flags: { fields } }) {
    const { result } = outcome;
    const campaigns = isFields(result) ? fieldsIn(result['campaigns']) : [];
    if (campaigns.length === 0 || fields !== undefined) return outcome;
    const draw = async (color: boolean): Promise<string> => {
      const { treeText } = await import('../../cli/ads/tree-text.ts');
      const { isUnicode } = await import('../../cli/locale.ts');
      return treeText(campaigns, { width: world.io.out.columns ?? 80, color, isUnicode: isUnicode(world.env) });
    };
    return { ...outcome, draw };
  },
});
