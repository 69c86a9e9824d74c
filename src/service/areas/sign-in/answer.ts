/** Answers of the sign-in, in the words of OAuth 2.1. */

export interface OauthAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export type OauthError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'unsupported_grant_type';

export const oauthError = (error: OauthError, description: string, status = 400): OauthAnswer => ({
  status,
  body: { error, error_description: description },
});
