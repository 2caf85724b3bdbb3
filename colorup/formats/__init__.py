"""Other people's files, and our own documents, turned into plain values. No Django here either."""
