"use client";

import { useContext, useRef, useState } from "react";
import { toLine } from "../../display/visible-text.js";
import type { FileProblem } from "../../labels.js";
import { formatSize } from "../../stream/cut-text.js";
import type { FilePart } from "../../stream/message.js";
import { ReaderMemoryContext } from "../ChatProvider/chat-context.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import { defaultFileRules, type FileRules, judgeOutgoing, readAsDataUrl, ruleWords } from "./file-rules.js";

/** A file that will be sent along; it is being read until it has its part. */
export interface DraftFile {
  id: number;
  name: string;
  bytes: number;
  part: FilePart | undefined;
}

export interface DraftFiles {
  files: readonly DraftFile[];
  /** In words, why some of what was last given is not among them. */
  problems: readonly string[];
  add: (files: Iterable<File>) => void;
  remove: (id: number) => void;
  /** Gives away what was read, and begins anew. */
  take: () => FilePart[];
}

/** The files beside a draft, each checked and read as it comes. */
export function useDraftFiles(rules: FileRules): DraftFiles {
  const labels = useLabels();
  const memory = useContext(ReaderMemoryContext);
  const [files, setFiles] = useState<readonly DraftFile[]>([]);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const lastId = useRef(0);
  const { accept = defaultFileRules.accept, maxBytes = defaultFileRules.maxBytes } = rules;
  const { maxCount = defaultFileRules.maxCount } = rules;
  const limits = {
    type: accept.map((rule) => ruleWords(rule, labels.fileKind)).join(", "),
    size: formatSize(maxBytes),
    count: String(maxCount),
    unreadable: "",
  } as const;

  const tell = (problem: FileProblem, name: string) => {
    const words = labels.fileProblem(problem, name, limits[problem]);
    setProblems((before) => [...before, words]);
    memory?.say(words, true);
  };
  const read = async (file: File, draft: DraftFile) => {
    try {
      const url = await readAsDataUrl(file);
      const part: FilePart = {
        type: "file",
        mediaType: file.type || "application/octet-stream",
        url,
        filename: file.name,
      };
      setFiles((before) => before.map((each) => (each.id === draft.id ? { ...each, part } : each)));
    } catch {
      setFiles((before) => before.filter((each) => each.id !== draft.id));
      tell("unreadable", draft.name);
    }
  };
  const add = (given: Iterable<File>) => {
    setProblems([]);
    let count = files.length;
    for (const file of given) {
      const name = toLine(file.name, 80) || labels.file;
      const problem = judgeOutgoing(file, { accept, maxBytes, maxCount }, count);
      if (problem !== undefined) {
        tell(problem, name);
        continue;
      }
      count += 1;
      lastId.current += 1;
      const draft: DraftFile = { id: lastId.current, name, bytes: file.size, part: undefined };
      setFiles((before) => [...before, draft]);
      void read(file, draft);
    }
  };
  const remove = (id: number) => {
    setProblems([]);
    setFiles((before) => before.filter((each) => each.id !== id));
  };
  const take = () => {
    setProblems([]);
    setFiles([]);
    return files.flatMap(({ part }) => part ?? []);
  };
  return { files, problems, add, remove, take };
}
