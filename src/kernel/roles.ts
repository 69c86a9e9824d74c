/** The roles of a team and what each may do: the one table of them. Asked by service/corridor/permit, offered by the control surface. */

export interface RoleWords {
  /** Resource groups in which the role may change things, or all of them. Every role may look at everything. */
  readonly changes: 'all' | readonly string[];
  /** Operations that it may not call even so. */
  readonly withheld: readonly string[];
}

/** The owner, and the roles that an invitation can give. Source: AUTH-14; contract, `createInviteToken` */
// prettier-ignore
export const ROLES = {
  owner:         { changes: 'all',       withheld: [] },
  admin:         { changes: 'all',       withheld: [] },
  member:        { changes: 'all',       withheld: ['createInviteToken'] },
  billing_admin: { changes: ['billing'], withheld: [] },
  viewer:        { changes: [],          withheld: [] },
} as const satisfies Readonly<Record<string, RoleWords>>;

export type Role = keyof typeof ROLES;

export const ROLE_NAMES = Object.keys(ROLES) as readonly Role[];

/** What a role may do; an unknown role has read-only access. */
export const roleWords = (role: string): RoleWords => (Object.hasOwn(ROLES, role) ? ROLES[role as Role] : ROLES.viewer);
