/** What the commands about a waiting login have in common. Next stop: local.ts. */

export const deviceArgs = { userCode: { summary: 'Code shown by the login', required: true } } as const;

export const DEVICE_FIELDS = ['userCode', 'deviceName', 'status', 'createdAt', 'expiresAt'] as const;

export const devicePath = (userCode: string): string => `/_local/device/${encodeURIComponent(userCode)}`;
