/** Types of the one file of twitter-text that text.ts loads; the package ships none. */
declare module 'twitter-text/dist/parseTweet.js' {
  export default function parseTweet(text: string): { weightedLength: number; valid: boolean };
}
