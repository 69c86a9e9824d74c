/** A phone number of the team, as the API lists it. */
export interface TeamNumber {
  readonly _id: string;
  readonly phoneNumber: string;
  readonly country: string;
  readonly status: string;
}
