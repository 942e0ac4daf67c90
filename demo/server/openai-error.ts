/** The body of a refusal as OpenAI writes it. */
export function openaiError(message: string): object {
  return { error: { message, type: "invalid_request_error", param: null, code: null } };
}
