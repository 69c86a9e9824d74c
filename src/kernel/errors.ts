/** The error catalogue: every code the client or the local service can speak of, once. */
import type { ExitName } from './exits.ts';

/** Source: specification, "Envelope" and "Types and default statuses". */
export const ERROR_TYPES = [
  'invalid_request_error',
  'authentication_error',
  'permission_error',
  'not_found',
  'rate_limit_error',
  'platform_error',
  'api_error',
] as const;

export type ErrorType = (typeof ERROR_TYPES)[number];

export interface ErrorRow {
  readonly type: ErrorType;
  /** HTTP status the service answers with by default. */
  readonly status: number;
  /** Message for a person; never branched on. */
  readonly sentence: string;
  /** What to do next, in the words of the command line. */
  readonly hint?: string;
}

/** Codes of the API. Source: specification, "Codes", "402 billing gate", ASM-34, ASM-35. */
// prettier-ignore
export const API_ERRORS = {
  missing_required_field:   { type: 'invalid_request_error', status: 400, sentence: 'A required field is missing.' },
  invalid_field_value:      { type: 'invalid_request_error', status: 400, sentence: 'A field has an invalid value.' },
  mutually_exclusive_fields:{ type: 'invalid_request_error', status: 400, sentence: 'Two fields that exclude each other were sent together.' },
  invalid_json_body:        { type: 'invalid_request_error', status: 400, sentence: 'The request body is not valid JSON.' },
  missing_credentials:      { type: 'authentication_error',  status: 401, sentence: 'No API key was sent.', hint: 'Log in with `svc login`, or set SVC_API_KEY.' },
  invalid_credentials:      { type: 'authentication_error',  status: 401, sentence: 'The API key is invalid, revoked or expired.', hint: '`svc config explain apiKey` shows which key is used; `svc login` creates a new one.' },
  insufficient_permissions: { type: 'permission_error',      status: 403, sentence: 'The key or role is not allowed to do this.', hint: '`svc auth status` shows what this key may do; `svc api-keys create` creates one with more permissions. ' +
'If your role does not allow it, ask an administrator.' },
  unclassified_resource:    { type: 'permission_error',      status: 403, sentence: 'A restricted key cannot reach this resource.' },
  ads_addon_required:       { type: 'permission_error',      status: 403, sentence: 'Ads need the ads add-on.', hint: 'Enable the ads add-on for the team.' },
  feature_not_available:    { type: 'permission_error',      status: 403, sentence: 'This feature is not enabled for the team.' },
  payment_required:         { type: 'permission_error',      status: 402, sentence: 'A payment method is required first.', hint: 'Add a card in the dashboard; changing the request will not help.' },
  PAYMENT_REQUIRED:         { type: 'permission_error',      status: 402, sentence: 'The plan does not cover this.', hint: 'Change the card or plan in the dashboard; changing the request will not help.' },
  analytics_addon_required: { type: 'permission_error',      status: 402, sentence: 'Analytics need the analytics add-on.', hint: 'Change the plan in the dashboard.' },
  account_not_found:        { type: 'not_found',             status: 404, sentence: 'There is no such account.', hint: 'It may have been disconnected and removed: `svc accounts list` shows the current ids.' },
  profile_not_found:        { type: 'not_found',             status: 404, sentence: 'There is no such profile.', hint: '`svc profiles list` shows the profiles.' },
  post_not_found:           { type: 'not_found',             status: 404, sentence: 'There is no such post.', hint: '`svc posts list` shows the posts.' },
  user_not_found:           { type: 'not_found',             status: 404, sentence: 'There is no such user.', hint: '`svc users list` shows the users.' },
  api_key_not_found:        { type: 'not_found',             status: 404, sentence: 'There is no such API key.', hint: '`svc api-keys list` shows the keys.' },
  group_not_found:          { type: 'not_found',             status: 404, sentence: 'There is no such account group.', hint: '`svc accounts groups list` shows the groups.' },
  queue_not_found:          { type: 'not_found',             status: 404, sentence: 'There is no such queue.' },
  webhook_not_found:        { type: 'not_found',             status: 404, sentence: 'There is no such webhook.', hint: '`svc webhooks list` shows the endpoints.' },
  event_not_found:          { type: 'not_found',             status: 404, sentence: 'There is no such event.' },
  media_not_found:          { type: 'not_found',             status: 404, sentence: 'There is no such media file.' },
  connected_app_not_found:  { type: 'not_found',             status: 404, sentence: 'There is no such connected app.', hint: '`svc connected-apps list` shows the applications.' },
  ad_not_found:             { type: 'not_found',             status: 404, sentence: 'There is no such ad.' },
  audience_not_found:       { type: 'not_found',             status: 404, sentence: 'There is no such audience.' },
  blog_article_not_found:   { type: 'not_found',             status: 404, sentence: 'There is no such article.', hint: 'Deleted articles cannot be restored; `svc blogs articles list` shows the articles that exist.' },
  product_not_found:        { type: 'not_found',             status: 404, sentence: 'There is no such product.' },
  not_found:                { type: 'not_found',             status: 404, sentence: 'There is nothing at this address.' },
  method_not_allowed:       { type: 'invalid_request_error', status: 405, sentence: 'This address does not support that method.' },
  payload_too_large:        { type: 'invalid_request_error', status: 413, sentence: 'The request body is too large.' },
  ads_connection_required:  { type: 'invalid_request_error', status: 409, sentence: 'The account is inactive or needs reconnecting.', hint: 'Reconnect it, then read the current ids with `svc accounts list`.' },
  queue_slot_conflict:      { type: 'invalid_request_error', status: 409, sentence: 'Another post in this queue already has that time.', hint: '`svc queue preview` shows the free slots.' },
  invalid_resource_state:   { type: 'invalid_request_error', status: 409, sentence: 'The resource is not in a state that allows this.' },
  reconnect_required:       { type: 'invalid_request_error', status: 409, sentence: 'The account must be reconnected first.' },
  linked_account_required:  { type: 'invalid_request_error', status: 400, sentence: 'The ad needs a linked account.', hint: 'Link one in the settings of the network, or connect it: `svc connect url`.' },
  instagram_business_account_unresolved: { type: 'invalid_request_error', status: 400, sentence: 'The page has no professional account.', hint: 'Link a professional account to the page, or send another `pageId`.' },
  missing_square_image:     { type: 'invalid_request_error', status: 400, sentence: 'A display ad needs a landscape and a square image.', hint: 'Send `--images` with `landscape` and `square`.' },
  ad_not_commentable:       { type: 'invalid_request_error', status: 400, sentence: 'Ads of this format have no post to comment on.' },
  ambiguous_template:       { type: 'invalid_request_error', status: 400, sentence: 'The template exists in several languages.', hint: 'Choose one with `--language`.' },
  not_thread_owner:         { type: 'invalid_request_error', status: 409, sentence: 'Another app owns this conversation.', hint: '`svc inbox conversations control CONVERSATION --action take` takes it over.' },
  platform_not_supported:   { type: 'invalid_request_error', status: 400, sentence: 'The platform does not support this.' },
  ACCOUNT_DISCONNECTED:     { type: 'permission_error',      status: 403, sentence: 'The connection of a target account has expired.', hint: 'Reconnect the account, then read the current ids with `svc accounts list`.' },
  ACCOUNT_NOT_ENABLED_FOR_POSTING: { type: 'permission_error', status: 403, sentence: 'A target account is not enabled for posting.' },
  PLATFORM_DISABLED:        { type: 'permission_error',      status: 403, sentence: 'The platform is switched off.' },
  PLATFORM_BETA_RESTRICTED: { type: 'permission_error',      status: 403, sentence: 'The platform is in closed beta.', hint: 'The team has to be approved first; on a local service, run `svc local team --settings \'{"snapchatApproved":true}\'`.' },
  PROFILE_OVER_LIMIT:       { type: 'permission_error',      status: 403, sentence: 'The profile exceeds the plan\'s number of profiles.', hint: 'Upgrade the plan, or use one of the older profiles.' },
  INVALID_REDIRECT_URL:     { type: 'invalid_request_error', status: 400, sentence: 'The redirect URL must be absolute.' },
  WHATSAPP_NUMBER_ALREADY_CONNECTED: { type: 'permission_error', status: 403, sentence: 'This WhatsApp number is connected elsewhere.' },
  ONE_WHATSAPP_PER_PROFILE: { type: 'permission_error',      status: 403, sentence: 'The profile already has a WhatsApp number.' },
  PLATFORM_LIMITATION:      { type: 'invalid_request_error', status: 400, sentence: 'The platform does not allow this for the account.' },
  PLATFORM_NOT_SUPPORTED:   { type: 'invalid_request_error', status: 400, sentence: 'The platform has no messaging.' },
  PURCHASE_VELOCITY:        { type: 'invalid_request_error', status: 409, sentence: 'A number in this country is already being ordered for the profile.', hint: '`--allow-multiple` buys another one.' },
  AREA_CODE_UNAVAILABLE:    { type: 'invalid_request_error', status: 409, sentence: 'No number with this area code is in stock.', hint: '`svc phone-numbers availability` shows the area codes that are in stock.' },
  TEMPLATE_REQUIRED:        { type: 'invalid_request_error', status: 400, sentence: 'The person has not written within the last 24 hours, so only an approved template can be sent.', hint: '`svc whatsapp templates list --account-id ACCOUNT` shows the templates and their status; in a conversation `svc inbox reply PERSON --send-template NAME` sends one.' },
  INVALID_TEMPLATE_PARAMS:  { type: 'invalid_request_error', status: 400, sentence: 'The account has no such template, or the values do not match its text.', hint: '`svc whatsapp templates get` shows the placeholders of a template.' },
  INVALID_TEMPLATE_BUTTON_PARAM: { type: 'invalid_request_error', status: 400, sentence: 'The values do not match the buttons of the template.' },
  INVALID_TEMPLATE_HEADER:  { type: 'invalid_request_error', status: 400, sentence: 'The header does not match the template.' },
  INVALID_TEMPLATE_CARD_PARAM: { type: 'invalid_request_error', status: 400, sentence: 'The values do not match the cards of the template.' },
  DIRECT_SEND_NOT_ELIGIBLE: { type: 'invalid_request_error', status: 400, sentence: 'The number cannot send utility messages without a template.', hint: 'Send an approved template instead.' },
  DIRECT_SEND_LIMITED:      { type: 'invalid_request_error', status: 400, sentence: 'The person already received a utility message without a template within the last 24 hours.', hint: 'Send an approved template instead.' },
  DIRECT_SEND_BLOCKED:      { type: 'invalid_request_error', status: 400, sentence: 'The quality of the number is too low for utility messages without a template.', hint: 'Send an approved template instead.' },
  MISSING_PARTICIPANT:      { type: 'invalid_request_error', status: 400, sentence: 'The conversation has no one left to message.' },
  PARTICIPANT_NOT_FOUND:    { type: 'not_found',             status: 404, sentence: 'There is no such person on the platform.' },
  DM_NOT_ALLOWED:           { type: 'invalid_request_error', status: 422, sentence: 'The person does not accept messages from the account.' },
  PHONE_NUMBER_UNAVAILABLE: { type: 'invalid_request_error', status: 409, sentence: 'This number is not for sale.', hint: '`svc phone-numbers search` shows numbers for sale.' },
  COUNTRY_OUT_OF_STOCK:     { type: 'invalid_request_error', status: 409, sentence: 'No matching number in this country is in stock.', hint: '`svc phone-numbers stock-watches create` notifies you when numbers are back in stock.' },
  NO_WHATSAPP_ELIGIBLE_NUMBER: { type: 'invalid_request_error', status: 409, sentence: 'No number that works with WhatsApp is in stock.' },
  rate_limited:             { type: 'rate_limit_error',      status: 429, sentence: 'Too many requests.', hint: 'Wait as long as Retry-After says.' },
  platform_api_error:       { type: 'platform_error',        status: 502, sentence: 'The platform refused the request.' },
  internal_error:           { type: 'api_error',             status: 500, sentence: 'The service failed unexpectedly.', hint: 'On a local service, `svc local requests -o json` shows the cause.' },
  temporarily_unavailable:  { type: 'api_error',             status: 503, sentence: 'The service is temporarily unavailable.' },
  not_simulated:            { type: 'api_error',             status: 501, sentence: 'The local service does not simulate this yet. Nothing was done.', hint: '`docs/reference/fidelity.md` lists what is not simulated.' },
} as const satisfies Record<string, ErrorRow>;

export type ApiErrorCode = keyof typeof API_ERRORS;

export interface ClientErrorRow {
  readonly exit: ExitName;
  readonly sentence: string;
  readonly hint?: string;
}

/** Codes of the command line itself: what fails before, beside or after an HTTP answer. */
// prettier-ignore
export const CLIENT_ERRORS = {
  internal:            { exit: 'internal',    sentence: 'svc failed unexpectedly.', hint: 'Run the command again with --debug and report what it prints.' },
  local_io:            { exit: 'internal',    sentence: 'A local file could not be read or written.' },
  data_damaged:        { exit: 'internal',    sentence: 'The data folder of the local service is damaged.', hint: '`svc local repair` recovers what can be read, or restores the newest valid snapshot; `svc local reset` ' +
'starts over. Both keep a copy of what they replace.' },
  settings_broken:     { exit: 'internal',    sentence: 'The settings file cannot be used.', hint: 'Fix the file, or move it away to start with new settings.' },
  usage:               { exit: 'usage',       sentence: 'The command line is not valid.' },
  validation:          { exit: 'usage',       sentence: 'The input is not valid for this operation.' },
  ambiguous:           { exit: 'usage',       sentence: 'The name matches more than one record.' },
  confirmation:        { exit: 'usage',       sentence: 'This needs confirmation.', hint: 'Add --yes.' },
  no_credential:       { exit: 'auth',        sentence: 'There is no API key to use.', hint: 'Log in with `svc login`, set SVC_API_KEY, or start a local service with `svc local start`.' },
  keychain_failed:     { exit: 'internal',    sentence: 'The keychain could not be used.', hint: 'The key itself may be fine. Unlock the keychain and try again, or set SVC_API_KEY; `svc doctor` shows more.' },
  login_denied:        { exit: 'auth',        sentence: 'The login was refused in the browser.', hint: 'Nothing was changed. Run `svc login` to try again.' },
  login_expired:       { exit: 'auth',        sentence: 'The login code has expired.', hint: 'Nothing was changed. Run `svc login` to try again.' },
  login_pending:       { exit: 'pending',     sentence: 'The login has not been confirmed yet.', hint: 'Confirm it in the browser, then run `svc login --finish`.' },
  no_login:            { exit: 'usage',       sentence: 'No login is in progress.', hint: '`svc login --start` starts one.' },
  connect_failed:      { exit: 'platform',    sentence: 'The sign-in did not connect an account.', hint: '`svc connect url` starts another one.' },
  project_untrusted:   { exit: 'usage',       sentence: 'The project file is not trusted.', hint: 'Review it, then run `svc config trust`, which trusts it until it changes.' },
  timed_out:           { exit: 'network',     sentence: 'The request timed out.' },
  network:             { exit: 'network',     sentence: 'The service could not be reached.' },
  bad_answer:          { exit: 'unavailable', sentence: 'The response is not a valid API response.' },
  outcome_unknown:     { exit: 'unavailable', sentence: 'It is unknown whether the request took effect.' },
  pending:             { exit: 'pending',     sentence: 'The wait timed out before the final state.' },
  partial:             { exit: 'partial',     sentence: 'Some targets failed.' },
  not_permanent:       { exit: 'rejected',    sentence: 'An uploaded file is not guaranteed to stay available.', hint: 'Host it yourself and pass its URL, or leave out --permanent.' },
  unsuccessful:        { exit: 'rejected',    sentence: 'The service reported that the request did not succeed.' },
  bad_signature:       { exit: 'bad_signature', sentence: 'The signature does not match.' },
  endpoint_refused:    { exit: 'rejected',    sentence: 'The endpoint did not accept the event.' },
  interrupted:         { exit: 'interrupted', sentence: 'Interrupted.' },
  declined:            { exit: 'interrupted', sentence: 'Nothing was changed.' },
  terminated:          { exit: 'terminated',  sentence: 'Terminated.' },
  service_running:     { exit: 'rejected',    sentence: 'A local service is already running on this data folder.' },
  service_not_running: { exit: 'network',     sentence: 'No local service is running on this data folder.', hint: 'Start one with `svc local start`.' },
  port_taken:          { exit: 'internal',    sentence: 'The port is already in use.', hint: '`--port 0` picks a free one.' },
} as const satisfies Record<string, ClientErrorRow>;

export type ClientErrorCode = keyof typeof CLIENT_ERRORS;

/** Exit for an HTTP status without a more telling code. Source: design, "Errors". */
export function exitForStatus(status: number): ExitName {
  if (status === 207) return 'partial';
  if (status < 400) return 'ok';
  const exact: Record<number, ExitName> = {
    401: 'auth',
    402: 'billing',
    403: 'forbidden',
    404: 'not_found',
    429: 'rate_limited',
  };
  return exact[status] ?? (status >= 500 ? 'unavailable' : 'rejected');
}
